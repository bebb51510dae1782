import { useInViewport } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { previewOf } from '../../shared/files/file-checks.ts'
import { type PictureSource, useThumbnail } from '../lib/thumbnails.ts'
import styles from './FileCard.module.css'
import { FileIcon } from './icons.tsx'

type ThumbnailProps = { name: string; of: PictureSource }

/** A small picture of a picture; the symbol of a file for everything else. The file's name is beside it. */
export const Thumbnail = ({ name, of }: ThumbnailProps) =>
  previewOf(name) === 'image' ? <Drawn of={of} /> : <FileIcon size={22} />

function Drawn({ of }: Pick<ThumbnailProps, 'of'>) {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  const bitmap = useThumbnail(of, inViewport)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (bitmap) canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0)
  }, [bitmap])
  return (
    <span ref={ref} className={styles.thumbnail} aria-hidden="true">
      {bitmap ? <canvas ref={canvas} width={bitmap.width} height={bitmap.height} /> : <FileIcon size={22} />}
    </span>
  )
}
