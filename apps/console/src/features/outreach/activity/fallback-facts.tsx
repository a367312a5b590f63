import type { Fallback } from '@parley/contract';
import { FactList } from '../../../components/fact-list.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { usePlanContent } from '../shared/plan/use-plan-content.ts';
import { PreviewPanel } from '../shared/preview-panel.tsx';
import { fromColumnMapping, labelsOf } from '../shared/send-draft.ts';
import { mappingLines } from './mapping-lines.ts';

/** The fallback for people that the message does not reach, with its own message: an approval covers it. */
export function FallbackFacts({ fallback }: { fallback: Fallback }) {
  const say = useWords(campaignWords.activity);
  const content = usePlanContent(fallback);
  const { on, afterHours, message, columnMapping } = fallback;
  const { media, cards, templateId } = message.template;
  return (
    <>
      <Panel title={say('fallback')}>
        <FactList
          facts={[
            [say('fallbackOn'), on === 'failed' ? say('fallbackOn_failed') : say('fallbackAfter', { count: afterHours })],
            [say('channel'), content.channel?.name ?? ''],
            [say('template'), content.template ? `${content.template.name} (${content.template.status})` : templateId],
            ...mappingLines(columnMapping, labelsOf(content.groups)),
          ]}
        />
      </Panel>
      {content.template ? (
        <PreviewPanel
          template={content.template}
          draft={{ values: fromColumnMapping(columnMapping), media, cards: cards.map((card) => card.media) }}
          previews={[]}
        />
      ) : null}
    </>
  );
}
