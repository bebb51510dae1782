import { formatDateTime } from '../../shared/lib/dates.ts'

/**
 * At the foot of every sheet: the record's code, the page's title and the time of printing, in the variable that
 * `@page` shows (theme/common.css). Returns how to stop.
 */
export function namePrintedPages(): () => void {
  const name = () => {
    const foot = [
      document.querySelector('[data-demonstration]') && 'DEMONSTRATION',
      document.querySelector<HTMLElement>('[data-code]')?.dataset.code,
      document.querySelector('h1')?.textContent,
      `Printed ${formatDateTime(new Date().toISOString())}, Manila time`,
    ]
    const text = foot
      .filter(Boolean)
      .join(' · ')
      .replace(/["\\\n]/g, ' ')
    document.documentElement.style.setProperty('--print-foot', `"${text}"`)
  }
  addEventListener('beforeprint', name)
  return () => removeEventListener('beforeprint', name)
}
