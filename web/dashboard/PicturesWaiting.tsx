import { Box } from '@mantine/core'

/** The places of the charts, while they load. */
export const PicturesWaiting = () => (
  <div className="tiles" data-tile="half" role="status" aria-label="Loading the charts">
    {[480, 480, 760, 380].map((height, index) => (
      <Box key={index} className="framed" mih={height} />
    ))}
  </div>
)
