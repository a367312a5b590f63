import { MapField } from '../../fields/map-field.tsx';
import { RefField } from '../../fields/ref-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'logic.stream'>) {
  const say = useFieldWords(nodeWords['logic.stream']);
  return (
    <>
      <RefField label={say('stream')} kind="stream" value={config.stream} onChange={(stream) => stream && set({ stream })} />
      <MapField
        label={say('given')}
        description={say('givenWhy')}
        nameLabel={say('itsVariable')}
        value={config.given}
        onChange={(given) => set({ given })}
      />
      <MapField
        label={say('takenBack')}
        description={say('takenBackWhy')}
        nameLabel={say('ourVariable')}
        of="names"
        value={config.taken}
        onChange={(taken) => set({ taken })}
      />
    </>
  );
}
