import { Center } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { previewOf } from '../../shared/files/file-checks.ts'
import { type PictureSource, useThumbnail } from '../lib/thumbnails.ts'
import { PICTURE_WIDTH } from './FileCard.tsx'
import { FileIcon } from './icons.tsx'

type ThumbnailProps = { name: string; of: PictureSource }

/** A small picture of a picture; the symbol of a file for everything else. The file's name is beside it. */
export const Thumbnail = ({ name, of }: ThumbnailProps) =>
  previewOf(name) === 'image' ? <Drawn of={of} /> : <FileIcon size={22} />

const FILLING = { width: '100%', height: '100%', objectFit: 'cover' } as const

function Drawn({ of }: Pick<ThumbnailProps, 'of'>) {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  const bitmap = useThumbnail(of, inViewport)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (bitmap) canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0)
  }, [bitmap])
  return (
    <Center
      component="span"
      ref={ref}
      w={PICTURE_WIDTH}
      h={PICTURE_WIDTH}
      className="framed"
      style={{ overflow: 'hidden' }}
      aria-hidden="true"
    >
      {bitmap ? (
        <canvas ref={canvas} width={bitmap.width} height={bitmap.height} style={FILLING} />
      ) : (
        <FileIcon size={22} />
      )}
    </Center>
  )
}
