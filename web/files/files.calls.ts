import { COPIES_MAX_FILES, filesApi } from '../../shared/files/files.schema.ts'
import { useLogged, useRead } from '../lib/queries.ts'
import { copyWords } from './copy-words.ts'

/** Returns the sentence for each file that is also attached elsewhere. Hints are optional: a failure is only logged. */
export function useCopyHints(file_ids: number[]): (file_id: number) => string | undefined {
  const ids = [...new Set(file_ids)].sort((a, b) => a - b).slice(0, COPIES_MAX_FILES)
  const { data, error } = useRead(filesApi.copies, {
    query: { ids: ids.join(',') },
    enabled: ids.length > 0,
    keep: true,
    staleTime: 60_000,
  })
  useLogged(error, 'The system could not check whether these files are attached elsewhere.')
  return (file_id) => {
    const copies = data?.data.find((one) => one.file_id === file_id)
    return copies && copyWords(copies)
  }
}
