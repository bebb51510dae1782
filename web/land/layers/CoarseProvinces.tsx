import { COARSE_PROVINCES } from '../../../shared/land/coarse-provinces.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Consideration } from '../Consideration.tsx'

/** The outlines that check provinces until the bureau has imported its own. */
export const CoarseProvinces = () => (
  <Panel title={COARSE_PROVINCES.name}>
    <p>
      Comes with the product. It checks the province of each boundary where the bureau has imported no outline
      of its own.
    </p>
    <p>Covers: {COARSE_PROVINCES.covers}</p>
    <Consideration of={COARSE_PROVINCES} version={COARSE_PROVINCES.version} />
  </Panel>
)
