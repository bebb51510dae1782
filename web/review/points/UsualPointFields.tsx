import { ActionIcon, Group, NativeSelect, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ignoreDoubleClick } from '../../ui/ignore-double-click.ts'
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '../../ui/icons.tsx'
import {
  KIND_OPTIONS,
  type ListLine,
  type ListValues,
  moveId,
  type TemplateList,
  textId,
} from './usual-points.ts'
import styles from './UsualPoints.module.css'

type UsualPointFieldsProps = {
  form: UseFormReturnType<ListValues>
  list: TemplateList
  line: ListLine
  index: number
  count: number
}

/** One line of the list: what is needed, the text, and the buttons that move and remove it. */
export function UsualPointFields({ form, list, line: { key }, index, count }: UsualPointFieldsProps) {
  const number = index + 1
  const arrows = [
    { by: -1, way: 'up', Icon: ArrowUpIcon, isLast: index === 0 },
    { by: 1, way: 'down', Icon: ArrowDownIcon, isLast: index === count - 1 },
  ] as const
  return (
    <li className={styles.line}>
      <NativeSelect
        {...form.getInputProps(`lines.${index}.kind`)}
        label="What is needed"
        aria-label={`What is needed by point ${number}`}
        data={KIND_OPTIONS}
      />
      <Textarea
        {...form.getInputProps(`lines.${index}.text`)}
        id={textId(key)}
        label={`Point ${number}`}
        required
        autosize
        minRows={1}
        maxRows={8}
      />
      <Group gap="xs" wrap="nowrap" className={styles.buttons ?? ''}>
        {arrows.map(({ by, way, Icon, isLast }) => (
          <ActionIcon
            key={way}
            id={moveId(key, by)}
            variant="default"
            size="lg"
            aria-label={`Move point ${number} ${way}`}
            title={`Move ${way}`}
            disabled={isLast}
            onClick={() => list.move(index, key, by)}
          >
            <Icon />
          </ActionIcon>
        ))}
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={`Remove point ${number}`}
          title="Remove"
          onClick={ignoreDoubleClick(() => list.remove(index))}
        >
          <TrashIcon />
        </ActionIcon>
      </Group>
    </li>
  )
}
