import './lib/zod-setup.ts'
import './ui/theme/kit-styles.css'
import './ui/theme/fonts.css'
import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/kit.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { PageLanguage } from '../shared/public/public-page.ts'
import { COMMON } from '../shared/texts/en/common.ts'
import { RECORD } from '../shared/texts/en/record.ts'
import { queryClient } from './app/query-client.ts'
import { router } from './app/routes.tsx'
import { LanguageContext } from './lib/texts.tsx'
import { refuseMarkup } from './lib/markup.ts'
import { PageCover } from './ui/BusyOverlay.tsx'
import { Dialogs } from './ui/dialogs.tsx'
import { cssVariablesResolver, FADE_MS, theme } from './ui/theme/theme.ts'

/** The screens of the staff are in English; what they share with the public pages reads its texts here. */
const STAFF_LANGUAGE: PageLanguage = {
  code: 'en',
  texts: { ...COMMON, ...RECORD },
  prefix: '',
  others: [],
  unofficial: false,
}

refuseMarkup()
const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the application.')

createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme="light">
      <Notifications position="bottom-right" transitionDuration={FADE_MS} />
      <QueryClientProvider client={queryClient}>
        <LanguageContext value={STAFF_LANGUAGE}>
          <RouterProvider router={router} />
        </LanguageContext>
        <Dialogs />
        <PageCover />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
