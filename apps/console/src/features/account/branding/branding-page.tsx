import { Badge, Button, Skeleton } from '@mantine/core';
import type { Branding } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { commonWords } from '../../../locales/common.ts';
import { useCan } from '../shared/me.ts';
import { useRecordForm } from '../shared/use-record-form.ts';
import classes from './branding.module.css';
import { brandingQuery, useBrandingChanges } from './branding.queries.ts';
import { measurePairs } from './branding-contrast.ts';
import { BrandingForm } from './branding-form.tsx';
import { BrandingPreview } from './branding-preview.tsx';

/** Names of a brand's parts in the form. */
const fieldWords = {
  'info.title': 'brandTitle',
  'info.supportContact': 'supportContact',
  'mail.senderName': 'senderName',
  'mail.footer': 'mailFooter',
  'colors.primary': 'primary',
  'colors.primaryText': 'primaryText',
  'colors.topBar': 'topBar',
  'colors.topBarText': 'topBarText',
  logoPath: 'logo',
  favIconPath: 'favicon',
  loaderPath: 'loader',
  banner: 'slides',
  dashBoardVideo: 'video',
} as const;

export function BrandingPage() {
  const say = useWords(accountWords.branding);
  const branding = useQuery(brandingQuery);
  const isSkeletonDue = useDelayed(branding.isPending);
  if (branding.data) return <BrandingEditor branding={branding.data} />;
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} />
      {branding.isError ? (
        <ErrorState error={branding.error} onRetry={() => void branding.refetch()} />
      ) : (
        <Skeleton height={420} radius="lg" visible={isSkeletonDue} />
      )}
    </div>
  );
}

function BrandingEditor({ branding }: { branding: Branding }) {
  const say = useWords(accountWords.branding);
  const sayCommon = useWords(commonWords.ui);
  const canEdit = useCan(['ENTERPRISE.EDIT']);
  const { saveDraft, publish, restore, restoreDefault } = useBrandingChanges();
  const form = useRecordForm({
    record: branding,
    toDraft: (of) => of.draft,
    read: (client) => client.fetchQuery({ ...brandingQuery, staleTime: 0 }),
    save: (next, version = branding.version) => saveDraft.mutateAsync({ host: branding.host || location.host, draft: next, version }),
    keep: (saved) => saved,
    onSaved: () => {},
    nameOf: (path) =>
      path in fieldWords
        ? say(fieldWords[path as keyof typeof fieldWords])
        : path.startsWith('allowedVendors')
          ? say('vendors')
          : undefined,
  });
  const { draft, isDirty, change, save } = form;
  const isReadable = measurePairs(draft.colors).every((pair) => pair.isReadable);
  const handleSave = async () => {
    if (await save()) showToast('success', say('draftSaved'));
  };
  const handlePublish = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('publishTitle'),
      text: say('publishText', { host: branding.host || location.host }),
      confirm: say('publish'),
    });
    if (!isSure) return;
    try {
      if ((isDirty || branding.host === '') && !(await save())) return;
      await publish.mutateAsync();
      showToast('success', say('published'));
    } catch {
      // Both changes tell their failure themselves: the draft in the form, publishing as a toast.
    }
  };
  const handleRestore = async (versionId: string) => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('restoreTitle'),
      text: say('restoreText'),
      confirm: say('restore'),
    });
    if (isSure) restore.mutate(versionId, { onSuccess: () => showToast('success', say('restored')) });
  };

  const handleRestoreDefault = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('restoreDefaultTitle'),
      text: say('restoreDefaultText'),
      confirm: say('restoreDefault'),
    });
    if (isSure) restoreDefault.mutate(undefined, { onSuccess: () => showToast('success', say('defaultRestored')) });
  };

  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle')}
        actions={
          canEdit ? (
            <>
              <Button variant="default" onClick={() => void handleSave()} loading={form.isBusy} disabled={!isReadable}>
                {say('saveDraft')}
              </Button>
              <Button onClick={() => void handlePublish()} loading={publish.isPending} disabled={!isReadable}>
                {say('publish')}
              </Button>
            </>
          ) : undefined
        }
      />
      {form.failure ? <SaveFailure error={form.failure} lines={[]} mb="md" /> : null}
      <div className={classes.columns}>
        <div className={classes.form}>
          <BrandingForm draft={draft} isReadOnly={!canEdit} onChange={change} />
          <section className={classes.block} aria-labelledby="branding-versions">
            <h2 id="branding-versions" className={classes.blockTitle}>
              {say('versions')}
            </h2>
            {branding.versions.length === 0 ? <p className={classes.hint}>{sayCommon('noRecord')}</p> : null}
            <ul className={classes.versions}>
              {branding.versions.map((version, index) => (
                <li key={version.id}>
                  <span>
                    {version.title} · {formatReportDate(version.publishedAt)}
                    {version.publishedBy ? ` · ${version.publishedBy}` : ''}
                  </span>
                  {index === 0 ? (
                    <Badge color="green">{say('publishedState')}</Badge>
                  ) : canEdit ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => void handleRestore(version.id)}
                      loading={restore.isPending && restore.variables === version.id}
                    >
                      {say('restore')}
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
            {canEdit && branding.versions.length > 0 ? (
              <Button size="compact-sm" variant="default" onClick={() => void handleRestoreDefault()} loading={restoreDefault.isPending}>
                {say('restoreDefault')}
              </Button>
            ) : null}
          </section>
        </div>
        <aside className={classes.preview} aria-label={say('preview')}>
          <BrandingPreview brand={draft} />
        </aside>
      </div>
    </div>
  );
}
