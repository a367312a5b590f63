import { Button, NumberInput, Select, Switch } from '@mantine/core';
import { builderPermissions, negativeActions, type SentimentSettings } from '@parley/contract';
import { Panel } from '../../../components/panel.tsx';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May, MayChange } from '../../account/shared/may.tsx';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import { nameOfEmotion } from '../shared/emotion-name.ts';
import { EmotionLevels } from './emotion-levels.tsx';
import classes from './insight.module.css';
import { sentimentQuery, useSaveSentiment } from './insight.queries.ts';

/** Tells whether sentiment is recognised, what counts as which level, and what negative messages set off. */
export function SentimentForm({ botId, settings, version }: { botId: string; settings: SentimentSettings; version: number }) {
  const say = useWords(botWords.sentiment);
  const save = useSaveSentiment(botId);
  const form = useRecordForm({
    record: { settings, version },
    toDraft: (of) => of.settings,
    read: (client) => client.fetchQuery({ ...sentimentQuery(botId, 1), staleTime: 0 }),
    save: (draft, read) => save.mutateAsync({ ...draft, version: read }),
    keep: ({ answer: { version: next, ...answer } }) => ({ settings: answer, version: next }),
    onSaved: () => showToast('success', say('saved')),
    onRefused: tellErrors,
    fields: { action: 'onNegative' },
    nameOf: (path) => (path.startsWith('levels.') ? nameOfEmotion(say, path.slice('levels.'.length) as 'joy') : undefined),
  });
  const { draft, saved, isDirty, change, box } = form;

  return (
    <Panel title={say('title')} text={say('hint')}>
      <MayChange any={builderPermissions}>
        <Switch label={say('isOn')} {...box('isOn')} />
        <EmotionLevels levels={draft.levels} onMove={(emotion, level) => change({ levels: { ...draft.levels, [emotion]: level } })} />
        <div className={classes.action}>
          <Select
            label={say('action')}
            allowDeselect={false}
            data={negativeActions.map((value) => ({ value, label: say(`action_${value}`) }))}
            value={draft.action}
            onChange={(action) => action && change({ action: action as SentimentSettings['action'] })}
          />
          {draft.action === 'none' ? null : (
            <NumberInput
              label={say('after')}
              w={180}
              allowDecimal={false}
              min={1}
              max={10}
              clampBehavior="strict"
              value={draft.afterCount}
              onChange={(count) => change({ afterCount: Number(count) || 1 })}
            />
          )}
        </div>
      </MayChange>
      <May any={builderPermissions}>
        <div className={classes.footer}>
          <Button variant="default" disabled={!isDirty} onClick={() => change(saved)}>
            {say('discard')}
          </Button>
          <Button disabled={!isDirty} loading={form.isBusy} onClick={() => void form.save()}>
            {say('save')}
          </Button>
        </div>
      </May>
    </Panel>
  );
}
