import type { VariableType } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import type { ReactNode } from 'react';
import { AskingFields } from '../../fields/asking-fields.tsx';
import { SendingFields } from '../../fields/sending-fields.tsx';
import { TextField } from '../../fields/text-field.tsx';
import { designerWords } from '../../words.ts';
import type { FormProps } from './form.types.ts';

type Asked = Pick<FormProps<'input.email'>['config'], 'text' | 'asking' | 'sending'>;

/**
 * Fields of every question: its words, the variable of the answer, and the handling of a missing one. The question's own fields stand
 * between them.
 */
export function Question({
  config,
  set,
  type,
  canGather,
  children,
}: {
  config: Asked;
  set: (changes: Partial<Asked>) => void;
  type: VariableType;
  canGather?: boolean;
  children?: ReactNode;
}) {
  const say = useWords(designerWords.field);
  return (
    <>
      <TextField label={say('question')} value={config.text} onChange={(text) => set({ text })} />
      {children}
      <AskingFields value={config.asking} type={type} {...(canGather ? { canGather } : {})} onChange={(asking) => set({ asking })} />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}
