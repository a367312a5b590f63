import classes from '../broadcast.module.css';
import { PreviewPanel } from '../preview-panel.tsx';
import { fromColumnMapping } from '../send-draft.ts';
import { ContentEditor, usePickedContent } from './content-editor.tsx';
import plan from './plan.module.css';
import type { ChangePlan, PlanDraft, PlanFaults } from './plan-draft.ts';
import type { PlanContent } from './use-plan-content.ts';

type MessageStepProps = {
  draft: PlanDraft;
  content: PlanContent;
  faults: PlanFaults;
  /** True for a further content: all contents use the channel of the first */
  isChannelFixed: boolean;
  onPlan: ChangePlan;
};

/** The channel, an approved template of it, and its media, beside the phone that shows them. */
export function MessageStep({ draft, content, faults, isChannelFixed, onPlan }: MessageStepProps) {
  const { message, columnMapping } = draft.plan;
  const { media, cards } = message.template;
  const picked = usePickedContent(draft.plan, content);
  return (
    <div className={classes.layout}>
      <div className={plan.fields}>
        <ContentEditor
          given={draft.plan}
          content={content}
          faults={faults}
          picked={picked}
          isChannelFixed={isChannelFixed}
          onChange={onPlan}
        />
      </div>
      <aside className={classes.side}>
        <PreviewPanel
          template={picked.template}
          draft={{ values: fromColumnMapping(columnMapping), media, cards: cards.map((card) => card.media) }}
          previews={[]}
        />
      </aside>
    </div>
  );
}
