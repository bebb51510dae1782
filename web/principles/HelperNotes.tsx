import { Box, Stack } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { type Block, parseHelper, type TextRun } from '../../shared/principles/helper-blocks.ts'

function Run({ run }: { run: TextRun }) {
  let words: ReactNode = run.text
  if (run.bold) words = <strong>{words}</strong>
  if (run.italic) words = <em>{words}</em>
  if (!run.link) return words
  return (
    <a href={run.link} target="_blank" rel="noopener noreferrer">
      {words}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}

const Runs = ({ block }: { block: Block }) =>
  block.text.map((run, index) => (
    // runs have no id and never move
    <Fragment key={index}>
      <Run run={run} />
    </Fragment>
  ))

function inGroups(blocks: Block[]): Block[][] {
  const groups: Block[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.type === 'bullet' && last?.[0]?.type === 'bullet') last.push(block)
    else groups.push([block])
  }
  return groups
}

/**
 * The note of an indicator: what counts as evidence. Rendered block by block from validated data, never as HTML, so
 * that nothing in it can run; an unreadable note is replaced by a message.
 */
export function HelperNotes({ helper }: { helper: string }) {
  const note = parseHelper(helper)
  if (!note.ok) return <p className="quiet">{note.message}</p>
  if (note.blocks.length === 0) return null
  return (
    <Box component="details" maw="var(--measure)" className="fold quiet" open>
      <Box component="summary" fw={600} c="var(--leaf)">
        What counts as evidence
      </Box>
      <Stack gap={4}>
        {inGroups(note.blocks).map((group, index) => {
          const key = `${group[0]?.type}-${index}`
          if (group[0]?.type !== 'bullet')
            return (
              <p key={key}>
                <Runs block={group[0] as Block} />
              </p>
            )
          return (
            <Stack component="ul" key={key} gap={4} className="bullets">
              {group.map((block, item) => (
                <li key={`${key}-${item}`}>
                  <Runs block={block} />
                </li>
              ))}
            </Stack>
          )
        })}
      </Stack>
    </Box>
  )
}
