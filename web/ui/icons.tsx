import type { ReactNode } from 'react'

type IconProps = { size?: number }

/** Strokes on a 24 by 24 grid in the text colour. Icons are always beside text, so screen readers skip them. */
const icon = (strokes: ReactNode) =>
  function Icon({ size = 18 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {strokes}
      </svg>
    )
  }

export const MenuIcon = icon(<path d="M4 6h16M4 12h16M4 18h16" />)
export const ChevronDownIcon = icon(<path d="m6 9 6 6 6-6" />)
export const ChevronLeftIcon = icon(<path d="m15 6-6 6 6 6" />)
export const ChevronRightIcon = icon(<path d="m9 6 6 6-6 6" />)
export const ArrowLeftIcon = icon(<path d="M20 12H4m6-6-6 6 6 6" />)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m20 20-4.4-4.4" />
  </>,
)
export const EyeIcon = icon(
  <>
    <path d="M2.5 12C5 7.5 8.2 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.500s-7-2-9.5-6.500Z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
)
export const PencilIcon = icon(
  <path d="m4 20 1-4.500L16 4.500a2.1 2.1 0 0 1 3 3L8 18.5 4 20Zm10.5-14 3.5 3.5" />,
)
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5.200l3.3 2" />
  </>,
)
export const ReturnIcon = icon(<path d="M9 6 4.5 10.5 9 15M5 10.500h9a5 5 0 0 1 0 10h-3" />)
export const NoteIcon = icon(<path d="M4.5 5h15v11h-8L7 20v-4H4.500Z" />)
export const FileIcon = icon(
  <path d="M13.5 3H7a1.5 1.5 0 0 0-1.5 1.500v15A1.5 1.5 0 0 0 7 21h10a1.5 1.5 0 0 0 1.5-1.500V8L13.5 3Zm0 0v5h5" />,
)
export const DownloadIcon = icon(<path d="M12 4v11m-4.5-4.500L12 15l4.5-4.500M5 20h14" />)
export const UploadIcon = icon(<path d="M12 16V5M7.5 9.5 12 5l4.5 4.500M5 20h14" />)
export const TrashIcon = icon(<path d="M4.5 7h15M10 7V4.500h4V7m-7.5 0 1 13h9l1-13M10 11v5m4-5v5" />)
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5m0-8.500v.1" />
  </>,
)
export const WarningIcon = icon(<path d="M12 4 2.8 19.500h18.400L12 4Zm0 6v4.500m0 2.500v.1" />)
export const SortIcon = icon(<path d="m8 10 4-4 4 4M8 14l4 4 4-4" />)
export const SortUpIcon = icon(<path d="m7 14 5-5 5 5" />)
export const SortDownIcon = icon(<path d="m7 10 5 5 5-5" />)
export const UserIcon = icon(
  <>
    <circle cx="12" cy="8" r="3.7" />
    <path d="M5 20c.6-4 3.3-6 7-6s6.4 2 7 6" />
  </>,
)
export const ArrowUpIcon = icon(<path d="M12 20V4m-6 6 6-6 6 6" />)
export const ArrowDownIcon = icon(<path d="M12 4v16m-6-6 6 6 6-6" />)
export const BoldIcon = icon(<path d="M7 4.5h6a3.7 3.7 0 0 1 0 7.5H7Zm0 7.5h7a3.8 3.8 0 0 1 0 7.5H7Z" />)
export const ItalicIcon = icon(<path d="M10 4.5h7m-10 15h7m0-15-4 15" />)
export const LinkIcon = icon(
  <path d="M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7l1.5-1.5" />,
)
export const BulletListIcon = icon(<path d="M9.5 6H20M9.5 12H20M9.5 18H20M4.5 6h.1m-.1 6h.1m-.1 6h.1" />)
