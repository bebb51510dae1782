import './lib/zod-setup.ts'
import './ui/theme/kit-styles.css'
import './ui/theme/fonts.css'
import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/kit.css'
import { Button, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { AccountPage, PageLanguage, PageSource } from '../shared/public/public-page.ts'
import { COMMON } from '../shared/texts/en/common.ts'
import { KIT } from '../shared/texts/en/kit.ts'
import { RECORD } from '../shared/texts/en/record.ts'
import { translator } from '../shared/texts/translate.ts'
import { queryClient } from './app/query-client.ts'
import { router } from './app/routes.tsx'
import { pageData } from './lib/page-data.ts'
import { LanguageContext, useTexts } from './lib/texts.tsx'
import { refuseMarkup } from './lib/markup.ts'
import { PageCover } from './ui/BusyOverlay.tsx'
import { Dialogs } from './ui/dialogs.tsx'
import { Notice } from './ui/Notice.tsx'
import { rememberFocus } from './ui/return-focus.ts'
import { cssVariablesResolver, FADE_MS, themeIn } from './ui/theme/theme.ts'

/** The screens of the staff are in English; what they share with the public pages reads its texts here. */
const STAFF_LANGUAGE: PageLanguage = {
  code: 'en',
  texts: { ...COMMON, ...KIT, ...RECORD },
  prefix: '',
  others: [],
  unofficial: false,
}

function show(page: ReactNode, language: PageLanguage) {
  const place = document.getElementById('root')
  if (!place) throw new Error('The page has no place for the application.')
  createRoot(place).render(
    <StrictMode>
      <MantineProvider
        theme={themeIn(translator(language.texts))}
        cssVariablesResolver={cssVariablesResolver}
        forceColorScheme="light"
      >
        <Notifications position="bottom-right" transitionDuration={FADE_MS} />
        <QueryClientProvider client={queryClient}>
          <LanguageContext value={language}>
            {page}
            <Dialogs />
            <PageCover />
          </LanguageContext>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

/** In the place of a page of an account whose scripts did not load; a reload asks for them again. */
function NotLoaded() {
  const { t } = useTexts()
  return (
    <main>
      <Notice tone="danger" live>
        <p>{t('sign_in.not_loaded')}</p>
        <Button onClick={() => location.reload()} mt="sm">
          {t('my_sign_in.try_again')}
        </Button>
      </Notice>
    </main>
  )
}

/** Shows a page of an account in its language, without the router: it leads to no other page of this entry. */
async function showAccount(source: PageSource<AccountPage>) {
  const page = await import('./account-page-of.tsx')
    .then(({ accountPageOf }) => accountPageOf(source))
    .catch(() => <NotLoaded />)
  if (page) show(page, source.language)
}

refuseMarkup()
rememberFocus()
const data = pageData as Partial<PageSource<AccountPage>> | null
if (data?.content) void showAccount(data as PageSource<AccountPage>)
else show(<RouterProvider router={router} />, STAFF_LANGUAGE)
