import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { Dialog } from '../public/Dialog.tsx'
import type { Login } from './useLogin.ts'

/** Asks whether this log in ends the session on another device, while one is in the way. */
export function ElsewhereDialog({ login: { force, forget } }: { login: Login }) {
  const { t } = useTexts()
  if (!force) return null
  return (
    <Dialog
      title={t('sign_in.elsewhere_title')}
      onClose={forget}
      actions={
        <>
          <button type="button" className={controls.secondary} onClick={forget}>
            {t('common.close')}
          </button>
          <button type="button" className={controls.primary} onClick={force}>
            {t('sign_in.elsewhere_force')}
          </button>
        </>
      }
    >
      <p>{t('sign_in.elsewhere')}</p>
    </Dialog>
  )
}
