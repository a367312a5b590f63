import { Badge, UnstyledButton } from '@mantine/core';
import type { FormFieldKind } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconEyeQuestion } from '@tabler/icons-react';
import type { DragEvent, KeyboardEvent } from 'react';
import { formWords } from '../words.ts';
import { kindIcons } from './kind-icons.ts';
import classes from './outline.module.css';

type Props = {
  id: string;
  label: string;
  kind?: FormFieldKind;
  isHead?: boolean;
  isRequired?: boolean;
  isConditional?: boolean;
  isChosen: boolean;
  errors: number;
  drag: { draggable: boolean; onDragStart: (event: DragEvent) => void; onDragEnd: () => void };
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

/** A screen or a field of the outline. */
export function OutlineRow({ id, label, kind, isHead, isRequired, isConditional, isChosen, errors, drag, onOpen, onKeyDown }: Props) {
  const say = useWords(formWords.outline);
  const sayKind = useWords(formWords.kind);
  const Icon = kind && kindIcons[kind];
  return (
    <UnstyledButton
      {...drag}
      data-row={id}
      data-head={isHead || undefined}
      className={classes.row}
      aria-current={isChosen ? 'true' : undefined}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      {Icon && <Icon size={16} className={classes.icon} role="img" aria-label={kind && sayKind(kind)} />}
      <span className={classes.label}>{label}</span>
      {isRequired && (
        <span className={classes.mark} title={say('required')}>
          <span aria-hidden>*</span>
          <span className={classes.read}>{say('required')}</span>
        </span>
      )}
      {isConditional && <IconEyeQuestion size={15} className={classes.icon} role="img" aria-label={say('conditional')} />}
      {errors > 0 && (
        <Badge size="xs" color="red" aria-label={say('errors', { count: errors })}>
          {errors}
        </Badge>
      )}
    </UnstyledButton>
  );
}
