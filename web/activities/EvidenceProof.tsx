import type { SiteActivity, Upload } from '../../shared/activities/activities.schema.ts'
import { previewOf } from '../../shared/files/file-checks.ts'
import { mayHaveOriginal } from '../../shared/file-access/file-access.policy.ts'
import { useActor } from '../lib/useActor.ts'
import { saveFileProof } from '../public-log/public-log.calls.ts'
import { ProofButton } from '../ui/ProofButton.tsx'

const OF_ORIGINAL =
  'The proof is for the original photograph. Your copy, without location and camera data, has a different fingerprint.'

/** Downloads the proof of an evidence file, for a person who shares the file. */
export function EvidenceProof({ activity, upload }: { activity: SiteActivity; upload: Upload }) {
  const { upload_id, upload_file_name } = upload
  const { office_id, created_by_id: uploaded_by } = activity
  const isOwn = mayHaveOriginal(useActor(), { activity, site: null, office_id, uploaded_by })
  const isCopy = previewOf(upload_file_name) === 'image' && !isOwn
  return (
    <ProofButton
      of={upload_file_name}
      save={() => saveFileProof(upload_id)}
      limits={isCopy ? OF_ORIGINAL : undefined}
    />
  )
}
