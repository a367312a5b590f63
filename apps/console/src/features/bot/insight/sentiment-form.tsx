import { Button, NumberInput, Select, Switch } from '@mantine/core';
import { builderPermissions, negativeActions, type SentimentSettings } from '@parley/contract';
import { Panel } from '../../../components/panel.tsx';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May, MayChange } from '../../account/shared/may.tsx';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { EmotionLevels, nameOfEmotion } from './emotion-levels.tsx';
import classes from './insight.module.css';
import { sentimentQuery, useSaveSentiment } from './insight.queries.ts';

/** Whether sentiment is recognised, what counts as which level, and what negative messages set off. */
export function SentimentForm({ botId, settings, version }: { botId: string; settings: SentimentSettings; version: number }) {
  const say = useWords(botWords.sentiment);
  const save = useSaveSentiment(botId);
  const { draft, saved, isDirty, change, settle } = useDraft(settings);

  const versioned = useVersionedForm<SentimentSettings>({
    typed: draft,
    latest: { values: settings, version },
    load: async (client) => {
      const stands = await client.fetchQuery({ ...sentimentQuery(botId, 1), staleTime: 0 });
      return { values: stands.settings, version: stands.version };
    },
    onTake: (values, next) => {
      settle(next);
      change(values);
    },
    fields: { action: 'onNegative' },
    nameOf: (path) => (path.startsWith('levels.') ? nameOfEmotion(say, path.slice('levels.'.length) as 'joy') : undefined),
  });

  const handleSave = async () => {
    try {
      const saved = await versioned.save((values, read) => save.mutateAsync({ ...values, version: read }));
      if (!saved) return;
      const { version: next, ...answer } = saved.answer;
      settle(answer);
      versioned.settle({ values: answer, version: next });
      showToast('success', say('saved'));
    } catch (error) {
      tellErrors(error);
    }
  };

  return (
    <Panel title={say('title')} text={say('hint')}>
      <MayChange any={builderPermissions}>
        <Switch label={say('isOn')} checked={draft.isOn} onChange={(event) => change({ isOn: event.currentTarget.checked })} />
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
          <Button disabled={!isDirty} loading={save.isPending} onClick={() => void handleSave()}>
            {say('save')}
          </Button>
        </div>
      </May>
    </Panel>
  );
}
