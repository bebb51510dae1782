import { type Extensions, Node } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { isSafeLink } from '../../shared/principles/helper-blocks.ts'

/** One bullet with a single line of text: lists never nest, since the block list has no levels. */
const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) }
  },
})

/** The allowed content of a note (S-66); anything else typed or pasted is reduced to it. */
export const NOTE_EXTENSIONS: Extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    hardBreak: false,
    heading: false,
    horizontalRule: false,
    listItem: false,
    orderedList: false,
    strike: false,
    trailingNode: false,
    underline: false,
    link: { autolink: false, openOnClick: false, isAllowedUri: isSafeLink },
  }),
  ListItem,
]
