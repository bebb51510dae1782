import { useState } from 'react'

const NAME = 'show_dashboard_table'

/** Whether the table is shown: yes at first, then as chosen, for this browser session (S-102). */
export function useShowTable(): [boolean, (shown: boolean) => void] {
  const [shown, setShown] = useState(() => sessionStorage.getItem(NAME) !== 'no')
  const choose = (wanted: boolean) => {
    sessionStorage.setItem(NAME, wanted ? 'yes' : 'no')
    setShown(wanted)
  }
  return [shown, choose]
}
