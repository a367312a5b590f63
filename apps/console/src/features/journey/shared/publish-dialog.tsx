import { Modal, Stack, Text } from '@mantine/core';
import type { JourneyItem } from '@parley/contract';
import { useState } from 'react';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import type { DrawnKind } from './designer-frame.ts';
import { PublishForm } from './publish-form.tsx';
import { RefusedRule } from './refused-rule.tsx';
import classes from './stream.module.css';
import type { Left, Refused } from './use-publishing.ts';

type PublishDialogProps = {
  journey: JourneyItem;
  /** An encap is begun by its links alone, and has no rules. */
  kind?: DrawnKind;
  onClose: () => void;
  /** Told once there is a new version */
  onPublished?: () => void;
  /** Told when somebody follows a finding to its node */
  onOpenNode?: () => void;
};

/** Makes the draft a version: what the check and the saved conversations say of it, what goes with it, and what begins it. */
export function PublishDialog({ journey, kind = 'journey', onClose, onPublished, onOpenNode }: PublishDialogProps) {
  const say = useWords(journeyWords.publishing);
  const [published, setPublished] = useState<{ left: Left; refused: Refused | undefined }>();
  // A rule that is refused keeps the dialog, with the version published already: what is left to do is to attach it.
  const [isAttached, setAttached] = useState(false);
  const handleDone = (left: Left, refused?: Refused) => {
    onPublished?.();
    if (left.length === 0 && !refused) onClose();
    else setPublished({ left, refused });
  };
  const handleAttached = () => {
    if (published?.left.length === 0) onClose();
    else setAttached(true);
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={say('title', { name: journey.name })}>
      {!published ? (
        <PublishForm journey={journey} kind={kind} onDone={handleDone} onOpenNode={onOpenNode} onClose={onClose} />
      ) : published.refused && !isAttached ? (
        <RefusedRule refused={published.refused} onAttached={handleAttached} onClose={onClose} />
      ) : (
        <LeftBehind left={published.left} onClose={onClose} />
      )}
    </Modal>
  );
}

/** Customers who could not be moved to the new version, and the reasons. */
function LeftBehind({ left, onClose }: { left: Left; onClose: () => void }) {
  const say = useWords(journeyWords.publishing);
  const reasons = [...Map.groupBy(left, ({ reason }) => reason)];
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {say('left', { count: left.length })}
      </Text>
      <ul className={classes.plain}>
        {reasons.map(([reason, those]) => (
          <li key={reason}>
            {reason} ({those.length})
          </li>
        ))}
      </ul>
      <DialogActions submit={undefined} cancel={say('close')} focusOn="cancel" onCancel={onClose} />
    </Stack>
  );
}
