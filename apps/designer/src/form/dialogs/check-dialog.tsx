import { Modal, Text } from '@mantine/core';
import type { FormFinding } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { formWords } from '../words.ts';
import { FindingList } from './finding-list.tsx';

type Props = { isOpen: boolean; findings: readonly FormFinding[]; onFinding: (finding: FormFinding) => void; onClose: () => void };

/** Everything that the check says of the form. */
export function CheckDialog({ isOpen, findings, onFinding, onClose }: Props) {
  const say = useWords(formWords.bar);
  return (
    <Modal opened={isOpen} onClose={onClose} title={say('check')}>
      {findings.length === 0 ? <Text size="sm">{say('allRight')}</Text> : <FindingList findings={findings} onFinding={onFinding} />}
    </Modal>
  );
}
