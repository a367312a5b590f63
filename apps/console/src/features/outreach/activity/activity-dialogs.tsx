import { type ActivityItem, faultWords, runActions } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { api } from '../../../lib/api.ts';
import { sayDone } from '../../../lib/done.ts';
import { sayFault } from '../../../lib/errors.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useActivityAction, useActivityChange } from '../shared/campaign.queries.ts';
import { LabelDialog } from '../shared/label-dialog.tsx';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { RetryDialog } from '../shared/retry-dialog.tsx';
import { type ActivityDialog, changedParts } from './activity-changed.ts';
import { SpeedDialog } from './speed-dialog.tsx';

type ActivityDialogsProps = {
  activity: ActivityItem & { seal?: string };
  dialog: ActivityDialog;
  onChanged?: (parts: readonly string[]) => void;
  onClose: () => void;
};

/** Dialogs that the actions of an iteration open before they run. */
export function ActivityDialogs(props: ActivityDialogsProps) {
  const { activity, dialog, onClose } = props;
  const navigate = useNavigate();
  switch (dialog) {
    case 'approve':
      return <ApproveDialog {...props} />;
    case 'reject':
      return <RejectDialog {...props} />;
    case 'pause':
    case 'resume':
      return <HoldDialog {...props} move={dialog} />;
    case 'speed':
      return <SpeedDialog activity={activity} onClose={onClose} />;
    case 'label':
      return <LabelDialog activityId={activity.id} onClose={onClose} />;
    case 'retry':
      return (
        <RetryDialog
          activity={activity}
          onClose={onClose}
          onDone={(activityId) => void navigate({ to: '/campaigns/activity/$activityId', params: { activityId } })}
        />
      );
  }
}

/** Approves what the reader has seen: the seal names it, and anything else is refused. */
function ApproveDialog({ activity, onChanged, onClose }: ActivityDialogsProps) {
  const say = useWords(campaignWords.activity);
  // The page behind the dialog may be refetched while it is open: the approval covers the state from its opening.
  const seal = useRef(activity.seal ?? '');
  const approve = useActivityChange((note: string) =>
    api.told.activities.approve({ params: { activityId: activity.id }, body: { seal: seal.current, note } }),
  );
  const handleSubmit = (note: string) =>
    approve.mutate(note, {
      onSuccess: ({ message }) => {
        showToast('success', sayDone(message, 'saved'));
        onChanged?.([]);
        onClose();
      },
      onError: (error) => {
        const parts = changedParts(error);
        if (!parts) return;
        onChanged?.(parts);
        tellFailure(error);
        onClose();
      },
    });
  return (
    <ReasonDialog
      title={say('approveTitle')}
      text={say('approveText')}
      label={say('note')}
      submit={say('approve')}
      isBusy={approve.isPending}
      error={approve.error}
      onSubmit={handleSubmit}
      onClose={onClose}
    />
  );
}

function RejectDialog({ activity, onClose }: ActivityDialogsProps) {
  const say = useWords(campaignWords.activity);
  const reject = useActivityChange((reason: string) =>
    api.told.activities.reject({ params: { activityId: activity.id }, body: { reason } }),
  );
  return (
    <ReasonDialog
      title={say('rejectTitle')}
      text={say('rejectText')}
      label={say('reason')}
      submit={say('reject')}
      missing={sayFault(faultWords('activity.reject_reason'))}
      isDangerous
      isBusy={reject.isPending}
      error={reject.error}
      onSubmit={(reason) =>
        reject.mutate(reason, {
          onSuccess: ({ message }) => {
            showToast('success', sayDone(message, 'saved'));
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}

/** Pause with a reason or without one; resuming after the limits needs one. */
function HoldDialog({ activity, move, onClose }: ActivityDialogsProps & { move: 'pause' | 'resume' }) {
  const say = useWords(campaignWords.activity);
  const action = useActivityAction(activity.id);
  const { quietUntil } = activity;
  const resumeText = say('resumeText') + (quietUntil === '' ? '' : ` ${say('quietNow', { time: formatReportDate(quietUntil) })}`);
  return (
    <ReasonDialog
      title={say(move === 'pause' ? 'pauseTitle' : 'resumeTitle')}
      text={move === 'pause' ? say('pauseText') : resumeText}
      label={say('reason')}
      submit={say(move)}
      {...(move === 'resume' ? { missing: sayFault(faultWords('activity.resume_reason')) } : {})}
      isBusy={action.isPending}
      error={action.error}
      onSubmit={(reason) =>
        action.mutate(
          { state: runActions[move], reason },
          {
            onSuccess: ({ message }) => {
              showToast('success', sayDone(message, 'saved'));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
