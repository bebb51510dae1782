import { publicLogApi } from '../../shared/public-log/public-log.schema.ts'
import { saveReply } from '../lib/save-file.ts'

/** Saves the proof of a step of a history as a file; returns its name. */
export type SaveProof = (step: number) => Promise<string>

export const proofsOfSite =
  (id: number): SaveProof =>
  (step) =>
    saveReply(publicLogApi.siteStep, { params: { id: String(id), step: String(step) } })

/** Saves the proof of a file's bytes; returns the name of the saved file. */
export const saveFileProof = (id: number): Promise<string> =>
  saveReply(publicLogApi.uploadedFile, { params: { id: String(id) } })

/** Saves the proof that a summary was frozen in its present form; returns the name of the file. */
export const saveSummaryProof = (id: number): Promise<string> =>
  saveReply(publicLogApi.frozenSummary, { params: { id: String(id) } })

export const proofsOfActivity =
  (id: number): SaveProof =>
  (step) =>
    saveReply(publicLogApi.activityStep, { params: { id: String(id), step: String(step) } })
