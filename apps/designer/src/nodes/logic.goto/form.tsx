import { NodeField } from '../../fields/node-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'logic.goto'>) {
  const say = useFieldWords(nodeWords['logic.goto']);
  return <NodeField label={say('goto')} value={config.node} fits={({ type }) => type !== 'mark.note'} onChange={(node) => set({ node })} />;
}
