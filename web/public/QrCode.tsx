import type { QrDrawing } from '../../shared/public/public-page.ts'

type Props = { drawing: QrDrawing; label: string; className: string | undefined }

/** A QR code, black on white whatever the colours of the page are. */
export const QrCode = ({ drawing: { size, path }, label, className }: Props) => (
  <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
    <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
    <path d={path} fill="#000" shapeRendering="crispEdges" />
  </svg>
)
