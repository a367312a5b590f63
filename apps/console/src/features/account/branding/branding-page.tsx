import { Alert, Badge, Button, Group, Skeleton } from '@mantine/core';
import type { Branding, WhiteLabel } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { formatReportDate, formatTimestamp } from '../../../lib/format.ts';
import { t as say } from '../../../lib/i18n.ts';
import { getToken } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useCan } from '../shared/me.ts';
import classes from './branding.module.css';
import { brandingQuery, useBrandingChanges } from './branding.queries.ts';
import { measurePairs } from './branding-contrast.ts';
import { BrandingForm } from './branding-form.tsx';
import { BrandingPreview } from './branding-preview.tsx';

export function BrandingPage() {
  const { t } = useTranslation();
  const branding = useQuery(brandingQuery);
  const isSkeletonDue = useDelayed(branding.isPending);
  if (branding.data)
    return <BrandingEditor key={branding.data.version} branding={branding.data} onReload={() => void branding.refetch()} />;
  return (
    <div>
      <PageHeader title={t('branding.title')} subtitle={t('branding.subtitle')} />
      {branding.isError ? (
        <ErrorState error={branding.error} onRetry={() => void branding.refetch()} />
      ) : (
        <Skeleton height={420} radius="lg" visible={isSkeletonDue} />
      )}
    </div>
  );
}

function BrandingEditor({ branding, onReload }: { branding: Branding; onReload: () => void }) {
  const { t } = useTranslation();
  const canEdit = useCan(['ENTERPRISE.EDIT']);
  const [draft, setDraft] = useState<WhiteLabel>(branding.draft);
  const { saveDraft, publish, restore } = useBrandingChanges();
  const isDirty = JSON.stringify(draft) !== JSON.stringify(branding.draft);
  const isReadable = measurePairs(draft.colors).every((pair) => pair.isReadable);
  const failure = saveDraft.error ? describeFailure(saveDraft.error) : undefined;

  useBlocker({
    shouldBlockFn: async () => {
      // A session that has ended takes its screens along, saved or not.
      if (!isDirty || !getToken()) return false;
      return !(await openDialog({
        type: 'confirm',
        title: say('common.discardTitle'),
        text: say('common.discardText'),
        confirm: say('common.discardLeave'),
        cancel: say('common.discardStay'),
      }));
    },
    enableBeforeUnload: () => isDirty,
  });

  const save = () => saveDraft.mutateAsync({ host: branding.host || location.host, draft, version: branding.version });
  const handleSave = async () => {
    await save().then(
      () => showToast('success', say('branding.draftSaved')),
      () => undefined,
    );
  };
  const handlePublish = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('branding.publishTitle'),
      text: say('branding.publishText', { host: branding.host || location.host }),
      confirm: say('branding.publish'),
    });
    if (!isSure) return;
    try {
      if (isDirty || branding.host === '') await save();
      await publish.mutateAsync();
      showToast('success', say('branding.published'));
    } catch {
      // Both changes tell their failure themselves: the draft in the form, publishing as a toast.
    }
  };
  const handleRestore = async (versionId: string) => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('branding.restoreTitle'),
      text: say('branding.restoreText'),
      confirm: say('branding.restore'),
    });
    if (isSure) restore.mutate(versionId, { onSuccess: () => showToast('success', say('branding.restored')) });
  };

  return (
    <div>
      <PageHeader
        title={t('branding.title')}
        subtitle={t('branding.subtitle')}
        actions={
          canEdit ? (
            <>
              <Button variant="default" onClick={() => void handleSave()} loading={saveDraft.isPending} disabled={!isReadable}>
                {t('branding.saveDraft')}
              </Button>
              <Button onClick={() => void handlePublish()} loading={publish.isPending} disabled={!isReadable}>
                {t('branding.publish')}
              </Button>
            </>
          ) : undefined
        }
      />
      {failure ? (
        <Alert color="red" role="alert" mb="md">
          {typeof failure.data.changedBy === 'string' ? (
            <Group justify="space-between">
              <span>{t('rbac.changedBy', { name: failure.data.changedBy, time: formatTimestamp(String(failure.data.changedAt)) })}</span>
              <Button size="compact-sm" variant="default" onClick={onReload}>
                {t('common.reload')}
              </Button>
            </Group>
          ) : (
            failure.message
          )}
        </Alert>
      ) : null}
      <div className={classes.columns}>
        <div className={classes.form}>
          <BrandingForm draft={draft} isReadOnly={!canEdit} onChange={setDraft} />
          <section className={classes.block} aria-labelledby="branding-versions">
            <h2 id="branding-versions" className={classes.blockTitle}>
              {t('branding.versions')}
            </h2>
            {branding.versions.length === 0 ? <p className={classes.hint}>{t('common.noRecord')}</p> : null}
            <ul className={classes.versions}>
              {branding.versions.map((version, index) => (
                <li key={version.id}>
                  <span>
                    {version.title} · {formatReportDate(version.publishedAt)}
                    {version.publishedBy ? ` · ${version.publishedBy}` : ''}
                  </span>
                  {index === 0 ? (
                    <Badge color="green">{t('branding.publishedState')}</Badge>
                  ) : canEdit ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => void handleRestore(version.id)}
                      loading={restore.isPending && restore.variables === version.id}
                    >
                      {t('branding.restore')}
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          </section>
        </div>
        <aside className={classes.preview} aria-label={t('branding.preview')}>
          <BrandingPreview brand={draft} />
        </aside>
      </div>
    </div>
  );
}
