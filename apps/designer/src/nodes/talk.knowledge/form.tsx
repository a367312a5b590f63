import { NumberField } from '../../fields/number-field.tsx';
import { RefField } from '../../fields/ref-field.tsx';
import { Rows } from '../../fields/rows.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import { VariableField } from '../../fields/variable-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'talk.knowledge'>) {
  const say = useFieldWords(nodeWords['talk.knowledge']);
  return (
    <>
      <Rows
        label={say('sources')}
        rows={config.sources}
        most={50}
        make={() => ({ ref: 'knowledge' as const, id: '', name: '' })}
        onChange={(sources) => set({ sources })}
        draw={(row, change) => (
          <RefField isBare label={say('source')} kind="knowledge" value={row} onChange={(ref) => ref && change(ref)} />
        )}
      />
      <SourceField label={say('asked')} value={config.question} onChange={(question) => set({ question })} />
      <NumberField
        label={say('leastScore')}
        description={say('leastScoreWhy')}
        value={config.leastScore}
        least={0}
        most={1}
        step={0.05}
        onChange={(leastScore) => set({ leastScore })}
      />
      <VariableField label={say('keepAs')} value={config.variable} onChange={(variable) => set({ variable })} />
    </>
  );
}
