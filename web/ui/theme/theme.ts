import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import type { Translate } from '../../../shared/texts/translate.ts'

const leaf: MantineColorsTuple = [
  '#eef7ef',
  '#d9ecdb',
  '#b3d9b8',
  '#8bc593',
  '#66b070',
  '#459a51',
  '#2f8340',
  '#256c34',
  '#1f612c',
  '#1b5e20',
]

const calendar = {
  hideOutsideDates: true,
  weekendDays: [],
  ariaLabels: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    monthLevelControl: 'Change month',
    yearLevelControl: 'Change year',
    previousYear: 'Previous year',
    nextYear: 'Next year',
  },
}

const isStill = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Duration of fades in milliseconds. For people who prefer reduced motion it is 1, not 0: without any transition a
 * window takes the focus before the kit has recorded where it was, and cannot return it on closing.
 */
export const FADE_MS = isStill ? 1 : 120
const fade = { transition: 'fade', duration: FADE_MS } as const

/** The kit in the product's own colours, with the changes it needs for WCAG 2.2 AA, and its words in a language. */
export const themeIn = (t: Translate) =>
  createTheme({
    primaryColor: 'leaf',
    primaryShade: { light: 9, dark: 8 },
    colors: { leaf },
    fontFamily: 'var(--font)',
    fontFamilyMonospace: 'var(--font-mono)',
    headings: { fontFamily: 'var(--font)', fontWeight: '650' },
    defaultRadius: 6,
    radius: { xs: '4px', sm: '6px', md: '6px', lg: '6px', xl: '12px' },
    cursorType: 'pointer',
    // FADE_MS and tokens.css do it
    respectReducedMotion: false,
    autoContrast: true,
    components: {
      Checkbox: { defaultProps: { size: 'md' } },
      Radio: { defaultProps: { size: 'md' } },
      Calendar: { defaultProps: calendar },
      PasswordInput: {
        defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show password', tabIndex: 0 } },
      },
      Modal: {
        defaultProps: {
          closeButtonProps: { 'aria-label': t('common.close'), size: 'lg' },
          transitionProps: { duration: FADE_MS },
        },
      },
      // the title of a window is not a second banner of the page
      ModalHeader: { defaultProps: { role: 'presentation' } },
      Popover: { defaultProps: { transitionProps: fade } },
      Menu: { defaultProps: { transitionProps: fade } },
      Tooltip: { defaultProps: { transitionProps: fade } },
      Loader: { defaultProps: { role: 'status' } },
      Notification: {
        defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } },
        styles: { description: { color: 'var(--mantine-color-text)' } },
      },
    },
  })

/** The kit's text colours, darkened until every pair reaches 4.5:1; the other colours are in tokens.css. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-dimmed': 'var(--ink-muted)',
    '--mantine-color-placeholder': 'var(--ink-muted)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-anchor': 'var(--leaf)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-green-outline': '#1b5e20',
    '--mantine-color-green-text': '#1b5e20',
    '--mantine-color-green-light-color': '#14491a',
    '--mantine-color-leaf-light-color': '#14491a',
    '--mantine-color-yellow-light-color': '#5c3b00',
    '--mantine-color-red-light-color': '#8f1d1d',
    '--mantine-color-red-text': '#8f1d1d',
    '--mantine-color-gray-filled': '#495057',
    '--mantine-color-red-filled': '#b02525',
  },
  dark: {},
})
