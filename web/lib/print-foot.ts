/* Imports nothing: it is all that pages without other scripts load. */

const MANILA_OFFSET_MS = 8 * 3_600_000

/** The footer of the page has the words in its language. */
const wordsOfFooter = (): DOMStringMap => document.querySelector('footer')?.dataset ?? {}

/** "Printed Jun 01, 2025 02:30 PM, Manila time" */
function printedNow(): string {
  const { printed = '', months = '' } = wordsOfFooter()
  const [year = '', month, date = '', hour, minute] = new Date(Date.now() + MANILA_OFFSET_MS)
    .toISOString()
    .split(/[-T:]/)
  const ofTwelve = `${Number(hour) % 12 || 12}`.padStart(2, '0')
  const parts: Record<string, string | undefined> = {
    year,
    month: months.split(' ')[Number(month) - 1],
    date,
    time: `${ofTwelve}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`,
  }
  return printed.replace(/\{(\w+)\}/g, (_mark, name: string) => parts[name] ?? '')
}

const setQuoted = (name: string, text: string) =>
  document.documentElement.style.setProperty(name, `"${text.replace(/["\\\n]/g, ' ')}"`)

/**
 * At the foot of every sheet: the record's code, the page's title, the time of printing and the number of the sheet, in
 * the variables that `@page` shows (theme/common.css). Returns how to stop.
 */
export function namePrintedPages(): () => void {
  const name = () => {
    const foot = [
      document.querySelector('[data-demonstration] strong')?.textContent,
      document.querySelector<HTMLElement>('[data-code]')?.dataset.code,
      document.querySelector('h1')?.textContent,
      printedNow(),
    ]
    setQuoted('--print-foot', foot.filter(Boolean).join(' · '))
    const [page, of] = (wordsOfFooter().pages ?? '').split(/\{\w+\}/)
    if (page && of) {
      setQuoted('--print-page', page)
      setQuoted('--print-of', of)
    }
  }
  addEventListener('beforeprint', name)
  return () => removeEventListener('beforeprint', name)
}
