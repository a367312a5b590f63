import { newId } from '../../editor/edits.ts';
import { MapField } from '../../fields/map-field.tsx';
import { NumberField } from '../../fields/number-field.tsx';
import { RefField } from '../../fields/ref-field.tsx';
import { Rows } from '../../fields/rows.tsx';
import { TimeoutField } from '../../fields/seconds-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

/** Another bot has other intents, though perhaps of the same name. */
const ofAnotherBot = <Row extends { intent: { name: string } }>(row: Row) => ({
  ...row,
  intent: { ref: 'intent' as const, id: '', name: row.intent.name },
});

export function Form({ config, set }: FormProps<'talk.skill'>) {
  const say = useFieldWords(nodeWords['talk.skill']);
  return (
    <>
      <RefField
        label={say('bot')}
        kind="bot"
        value={config.bot}
        onChange={(bot) => bot && set({ bot, intents: bot.id === config.bot.id ? config.intents : config.intents.map(ofAnotherBot) })}
      />
      <Rows
        label={say('endIntents')}
        description={say('endIntentsWhy')}
        rows={config.intents}
        most={50}
        keyOf={({ id }) => id}
        make={() => ({ id: newId(), intent: { ref: 'intent' as const, id: '', name: '' } })}
        onChange={(intents) => set({ intents })}
        draw={(row, change) => (
          <RefField
            isBare
            within={config.bot.id}
            label={say('intent')}
            kind="intent"
            value={row.intent}
            onChange={(intent) => intent && change({ ...row, intent })}
          />
        )}
      />
      <MapField
        label={say('parametersTaken')}
        nameLabel={say('botParameter')}
        of="variables"
        value={config.taken}
        onChange={(taken) => set({ taken })}
      />
      <NumberField
        label={say('mostTurns')}
        description={say('mostTurnsWhy')}
        value={config.mostTurns}
        least={1}
        most={100}
        onChange={(mostTurns) => set({ mostTurns })}
      />
      <TimeoutField value={config.timeoutSeconds} onChange={(timeoutSeconds) => set({ timeoutSeconds })} />
    </>
  );
}
