/** Each kind with its name, and who must be asked about land in it. */
export const LAYER_KINDS = {
  ancestral_domain: { label: 'Ancestral domain', asked: 'NCIP' },
  protected_area: { label: 'Protected area', asked: 'PAMB' },
  tenure: { label: 'Tenure', asked: null },
  forest_cover: { label: 'Forest cover', asked: null },
  municipal_boundary: { label: 'Outlines of provinces and municipalities', asked: null },
  other: { label: 'Other', asked: null },
} as const
export type LayerKind = keyof typeof LAYER_KINDS
