import type { ReactNode } from 'react'
import type { FormulaPage as Content } from '../../shared/public/public-page.ts'
import { FORMULA, type FormulaStep } from '../../shared/public-log/row-formula.ts'
import { useTexts } from '../lib/texts.tsx'
import { CommandText } from '../public/CommandText.tsx'
import styles from './LogPages.module.css'
import { EnglishPage, Section } from './PageParts.tsx'

type Line = { label: string; value: string }

const Lines = ({ lines }: { lines: Line[] }) => (
  <dl className={styles.values}>
    {lines.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <code>{value}</code>
        </dd>
      </div>
    ))}
  </dl>
)

const exampleOf = (content: Content): Record<FormulaStep['id'], ReactNode> => {
  const { salt, parts, entry, leaf, neighbour, root, public_key, checkpoint } = content
  return {
    parts: <Lines lines={parts.map(({ name, text }) => ({ label: name, value: text }))} />,
    salts: (
      <Lines
        lines={[
          { label: 'Salt of the row', value: salt },
          ...parts.map((part) => ({ label: `Salt of ${part.name}`, value: part.salt })),
        ]}
      />
    ),
    hashes: <Lines lines={parts.map(({ name, hash }) => ({ label: `Hash of ${name}`, value: hash }))} />,
    entry: <Lines lines={[{ label: 'Entry', value: entry }]} />,
    tree: (
      <Lines
        lines={[
          { label: 'Leaf of entry 0, which is another row', value: neighbour },
          { label: 'Leaf of entry 1, which is this row', value: leaf },
          { label: 'Root over both', value: root },
        ]}
      />
    ),
    checkpoint: (
      <>
        <CommandText text={checkpoint.trimEnd()} />
        <Lines lines={[{ label: 'Key of this example', value: public_key }]} />
      </>
    ),
  }
}

/** How a row becomes an entry, a root and a checkpoint, in words and with an example. */
export function FormulaPage(content: Content) {
  const { t } = useTexts()
  const examples = exampleOf(content)
  return (
    <EnglishPage title={t('checking.formula_title')}>
      <p>
        With these six steps you can verify the log with a program of your own. The values are those of one
        example row; salts and hashes are hexadecimal. The row, its salt and its key are made up.
      </p>
      {FORMULA.map(({ id, title, says }, at) => (
        <Section key={id} id={id} title={`${at + 1}. ${title}`}>
          {says.map((one) =>
            typeof one === 'string' ? (
              <p key={one}>{one}</p>
            ) : (
              <p key={one.part}>
                <strong>{one.part}</strong>: {one.holds}
              </p>
            ),
          )}
          {examples[id]}
        </Section>
      ))}
    </EnglishPage>
  )
}
