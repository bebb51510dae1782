import type { ReactNode } from 'react'
import { CheckIcon, InfoIcon, WarningIcon } from './icons.tsx'
import styles from './Notice.module.css'

type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

const ICONS = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, danger: WarningIcon }
const WORDS = { info: 'Note', success: 'Done', warning: 'Warning', danger: 'Error' }

type NoticeProps = {
  tone?: NoticeTone
  title?: string
  children?: ReactNode
  /** announced by screen readers at once; for a notice that appears after the page */
  live?: boolean
}

/** A message in a box; the tone is a colour, an icon and a word for readers who see neither. */
export function Notice({ tone = 'info', title, children, live = false }: NoticeProps) {
  const Icon = ICONS[tone]
  return (
    <div className={styles.notice} data-tone={tone} {...(live ? { role: 'alert' } : {})}>
      <span className={styles.icon}>
        <Icon size={20} />
        <span className="visually-hidden">{WORDS[tone]}:</span>
      </span>
      <div className={styles.body}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children}
      </div>
    </div>
  )
}
