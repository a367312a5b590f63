import { Button, NumberInput, Select, Switch } from '@mantine/core';
import { builderPermissions, negativeActions, type SentimentSettings } from '@parley/contract';
import { Panel } from '../../../components/panel.tsx';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May, MayChange } from '../../account/shared/may.tsx';
import { EmotionLevels } from './emotion-levels.tsx';
import classes from './insight.module.css';
import { useSaveSentiment } from './insight.queries.ts';

/** Whether sentiment is recognised, what counts as which level, and what negative messages set off. */
export function SentimentForm({ botId, settings }: { botId: string; settings: SentimentSettings }) {
  const say = useWords(botWords.sentiment);
  const save = useSaveSentiment(botId);
  const { draft, saved, isDirty, change, settle } = useDraft(settings);

  const handleSave = () =>
    save.mutate(draft, {
      onSuccess: ({ answer }) => {
        settle(answer);
        showToast('success', say('saved'));
      },
      onError: tellErrors,
    });

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
          <Button disabled={!isDirty} loading={save.isPending} onClick={handleSave}>
            {say('save')}
          </Button>
        </div>
      </May>
    </Panel>
  );
}
