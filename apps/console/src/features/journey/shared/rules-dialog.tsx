import { Modal } from '@mantine/core';
import type { JourneyItem } from '@parley/contract';
import { RulesTab } from './rules-tab.tsx';

/** Rules of a stream, over the screen that it is built on. */
export function RulesDialog({ journey, onClose }: { journey: JourneyItem; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} size="xl" title={journey.name}>
      <RulesTab journey={journey} />
    </Modal>
  );
}
