import { FILE_KINDS, type FileKind } from '../../shared/files/files.schema.ts'

/** Makes something for each kind of file. */
export const eachKind = <Made>(make: (kind: FileKind) => Made) =>
  Object.fromEntries((Object.keys(FILE_KINDS) as FileKind[]).map((kind) => [kind, make(kind)])) as Record<
    FileKind,
    Made
  >
