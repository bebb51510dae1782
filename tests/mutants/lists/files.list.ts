import type { Mutant } from '../mutant.ts'

const ACTIONS = 'server/files/files.actions.ts'
const POLICY = 'shared/files/files.policy.ts'
const policy = ['shared/files/files.policy.test.ts']
const checks = ['shared/files/file-checks.test.ts']
const content = ['server/files/content-check.test.ts']
const files = ['tests/api/files.test.ts']
const attaching = 'attaching'

export const FILE_FAULTS: readonly Mutant[] = [
  {
    file: POLICY,
    before: "scan_status === 'checking' && file.uploaded_by !== actor.id",
    after: "scan_status === 'checking' && file.uploaded_by === actor.id",
    fault: 'A file that may have a virus is open to everybody but its uploader.',
    tests: policy,
  },
  {
    file: POLICY,
    before: '(actor.office_id !== null && file.office_id === actor.office_id)',
    after: 'file.office_id === actor.office_id',
    fault: 'People without an office attach the files of each other.',
    tests: policy,
  },
  {
    file: POLICY,
    before: 'file.activity?.office_id ?? file.site?.office_id ?? file.office_id',
    after: 'file.office_id',
    fault: 'An office sees where the photographs of another office were taken.',
    tests: policy,
  },
  {
    file: POLICY,
    before: '  kml: PROFILE_KEYS,',
    after: '  kml: EITHER,',
    fault: 'Who only works on activities uploads location maps.',
    tests: policy,
  },
  {
    file: ACTIONS,
    before: '  if (!file || !isFileOf(actor, file)) return FILE_NOT_FOUND\n',
    after: '  if (!file) return FILE_NOT_FOUND\n',
    fault: 'A file of another office is attached by its number.',
    tests: files,
    only: attaching,
  },
  {
    file: ACTIONS,
    before: '  if (file.in_use || file.unused_since === null) return FILE_ALREADY_ATTACHED\n',
    after: '',
    fault: 'One file serves two records.',
    tests: files,
    only: attaching,
  },
  {
    file: ACTIONS,
    before: "  if (file.scan_status === 'quarantined') return notVirusFree(file.name)\n",
    after: '',
    fault: 'A file with a virus is attached.',
    tests: files,
    only: attaching,
  },
  {
    file: ACTIONS,
    before: '  if (!hasExtensionOf(kind, name)) throw refusedType(kind, name)\n',
    after: '',
    fault: 'A program is taken when its content looks like a text.',
    tests: files,
    only: 'uploading',
  },
  {
    file: 'server/files/inspect.ts',
    before: 'if (size > max_bytes)',
    after: 'if (size >= max_bytes)',
    fault: 'A file of exactly the limit is refused.',
    tests: files,
    only: '50 MB pass, one byte more is too large',
  },
  {
    file: 'server/files/inspect.ts',
    before: '        if (!content.write(chunk)) throw refusedContent(name)\n',
    after: '        content.write(chunk)\n',
    fault: 'A wrong content is received to its end before it is refused.',
    tests: ['server/files/inspect.test.ts'],
  },
  {
    file: 'shared/files/file-checks.ts',
    before: '  if (file.size > MOV_MAX_BYTES) return',
    after: '  if (file.size >= MOV_MAX_BYTES) return',
    fault: 'Evidence of exactly the limit is refused by the screen.',
    tests: checks,
  },
  {
    file: 'shared/files/file-checks.ts',
    before: '  if (file.size <= place.max_bytes) return null',
    after: '  if (file.size < place.max_bytes) return null',
    fault: 'A file of exactly the limit of its place cannot be attached.',
    tests: checks,
  },
  {
    file: 'shared/files/file-checks.ts',
    before: 'raw.split(/[/\\\\]/)',
    after: 'raw.split(/[/]/)',
    fault: 'Names keep the folders of a Windows computer.',
    tests: checks,
  },
  {
    file: 'server/files/content-check.ts',
    before: "start.end() && last.bytes().includes('%%EOF')",
    after: 'start.end()',
    fault: 'Half a PDF is taken for a whole one.',
    tests: content,
  },
  {
    file: 'server/files/content-check.ts',
    before: "Buffer.from('ffd8ff', 'hex')",
    after: "Buffer.from('ffd9ff', 'hex')",
    fault: 'No JPEG is a picture.',
    tests: content,
  },
  {
    file: 'server/files/files.queries.ts',
    before: 'and not ${isInUse} and not ${isInDraft}',
    after: 'and not ${isInUse}',
    fault: 'The clean-up takes away files that a draft names.',
    tests: ['tests/api/drafts.test.ts'],
  },
  {
    file: 'server/files/uploads.queries.ts',
    before: "    .where('file_uploads.uploaded_by', '=', of.uploaded_by)\n",
    after: '',
    fault: 'Anybody goes on with the upload of somebody else.',
    tests: ['tests/api/uploads.test.ts'],
    only: 'whose it is',
  },
  {
    file: 'server/files/photos/renditions.actions.ts',
    before: "if (file.kind !== 'image' || getsOriginal(ctx.actor, file)) return file",
    after: "if (file.kind !== 'image') return file",
    fault: 'The office of a photograph does not get it as it was taken.',
    tests: ['tests/api/photographs.test.ts'],
  },
  {
    file: 'server/files/file-headers.ts',
    before: "isPdf || isPicture(file.media_type) ? 'inline' : 'attachment'",
    after: "file.media_type !== 'text/csv' ? 'inline' : 'attachment'",
    fault: 'Location maps open in the browser as a page of the bureau.',
    tests: files,
    only: 'a PDF and a picture may be shown',
  },
  {
    file: 'server/files/files.routes.ts',
    before: '    insist(canOpenFile(ctx.actor, file))\n',
    after: '',
    fault: 'Every file is open to everybody who is signed in.',
    tests: files,
    only: 'downloading',
  },
]
