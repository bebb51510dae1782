import type { ReactNode } from 'react'
import type { PlainKey } from '../../shared/texts/translate.ts'
import { useTexts } from '../lib/texts.tsx'
import type { Tone } from './Badge.tsx'
import { CheckIcon, InfoIcon, WarningIcon } from './icons.tsx'
import styles from './Notice.module.css'

type NoticeTone = Exclude<Tone, 'muted'>

const ICONS = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, danger: WarningIcon }
const WORDS = {
  info: 'kit.note',
  success: 'kit.done',
  warning: 'kit.warning',
  danger: 'kit.error',
} as const satisfies Record<NoticeTone, PlainKey>

type NoticeProps = {
  tone?: NoticeTone
  title?: string
  children?: ReactNode
  /** announced by screen readers at once; for a notice that appears after the page */
  live?: boolean
}

/** A message in a box; the tone is a colour, an icon and a word for readers who see neither. */
export function Notice({ tone = 'info', title, children, live = false }: NoticeProps) {
  const { t } = useTexts()
  const Icon = ICONS[tone]
  return (
    <div className={styles.notice} data-tone={tone} {...(live ? { role: 'alert' } : {})}>
      <span className={styles.icon}>
        <Icon size={20} />
        <span className="visually-hidden">{t(WORDS[tone])}:</span>
      </span>
      <div className={styles.body}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children}
      </div>
    </div>
  )
}
