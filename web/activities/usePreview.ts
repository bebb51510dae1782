import { useState } from 'react'
import { useHasAside } from '../ui/WithAside.tsx'

export type Previewed = { id: number; name: string; indicator: number }

/** The open file of a list, and whether the screen is wide enough to show it beside the list. */
export function usePreview() {
  const [file, setFile] = useState<Previewed | null>(null)
  const isWide = useHasAside()
  return {
    file,
    isWide,
    /** opens a file; the same file again closes it */
    toggle: (next: Previewed) => setFile((now) => (now?.id === next.id ? null : next)),
    close: () => setFile(null),
    closeIf: (id: number) => setFile((now) => (now?.id === id ? null : now)),
  }
}

export type Preview = ReturnType<typeof usePreview>
