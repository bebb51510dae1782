import { Notice } from './Notice.tsx'

/** Says of an auditor, to everyone who sees the account or the role, and to the auditor, that all looking is logged. */
export const AuditorNotice = ({ isOwn = false }: { isOwn?: boolean }) => (
  <Notice title={isOwn ? 'You are an auditor' : 'Auditor'}>
    <p>
      Auditors see everything and change nothing.{' '}
      {isOwn
        ? 'What you open and export is in the audit log.'
        : 'What they open and export is in the audit log.'}
    </p>
  </Notice>
)
