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
import { queryClient } from './app/query-client.ts'
import { router } from './app/routes.tsx'
import { STAFF_LANGUAGE } from './app/staff-language.ts'
import { LanguageContext } from './lib/texts.tsx'
import { refuseMarkup } from './lib/markup.ts'
import { PageCover } from './ui/BusyOverlay.tsx'
import { Dialogs } from './ui/dialogs.tsx'
import { cssVariablesResolver, FADE_MS, theme } from './ui/theme/theme.ts'

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
