import { alternativeComplaint, type ChosenFile, type Complaint } from '../files/file-checks.ts'

const MAX_MB = 2
/** A table of texts: .xlsx, at most 2 MB. */
export const textsTableComplaint = (file: ChosenFile | null | undefined): Complaint =>
  alternativeComplaint(file, ['xlsx'], MAX_MB)
