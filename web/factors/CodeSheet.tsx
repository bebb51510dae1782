import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import { manilaDay } from '../../shared/lib/manila-days.ts'
import { dayIn } from '../../shared/texts/words.ts'
import { useTexts } from '../lib/texts.tsx'
import { useConfig } from '../public/public-config.ts'
import styles from './CodeSheet.module.css'

type Props = { title: string; codes: readonly string[]; actor: Actor }

/** Codes that are shown once, with whose they are; printed alone, on one A4 sheet. */
export function CodeSheet({ title, codes, actor }: Props) {
  const { t } = useTexts()
  const { bureau_name } = useConfig()
  const [made] = useState(() => manilaDay(new Date()))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <section className={styles.sheet} aria-labelledby="sheet-title">
        <h2 ref={heading} id="sheet-title" tabIndex={-1}>
          {t('my_sign_in.codes_of', { codes: title, name: actor.name })}
        </h2>
        <p>{`${actor.penro ? `${actor.penro}, ` : ''}${bureau_name}. ${t('my_sign_in.codes_made', { day: dayIn(t, made) })}`}</p>
        <ol className={styles.codes} data-many={codes.length > 20}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <p className={styles.onPaper}>{t('my_sign_in.codes_advice')}</p>
      </section>
      <Button variant="default" onClick={() => print()}>
        {t('my_sign_in.codes_print')}
      </Button>
    </>
  )
}
