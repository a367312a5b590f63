import { useWords } from '@parley/ui/words';
import { NodeField } from '../../fields/node-field.tsx';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';

export function Form({ config, set }: FormProps<'logic.goto'>) {
  const say = useWords(designerWords.field);
  return <NodeField label={say('goto')} value={config.node} fits={({ type }) => type !== 'mark.note'} onChange={(node) => set({ node })} />;
}
