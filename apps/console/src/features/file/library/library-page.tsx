import { Button, Group, SegmentedControl, Switch, Tabs, Text } from '@mantine/core';
import { type Artifact, artifactPage, artifactTypes, type Bucket, fileArtifacts } from '@parley/contract';
import { IconArrowLeft, IconFolderPlus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { confirmBin, confirmDelete } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { fileWords } from '../../../locales/file.ts';
import { useCan } from '../../account/shared/me.ts';
import artifactClasses from '../shared/artifact.module.css';
import { bucketsQuery } from '../shared/artifact.queries.ts';
import { ArtifactList } from '../shared/artifact-list.tsx';
import { BucketList } from '../shared/bucket-list.tsx';
import { ArtifactForm } from './artifact-form.tsx';
import { BucketForm, MoveDialog } from './bucket-dialogs.tsx';
import classes from './library.module.css';
import { useMoveArtifact, useRemoveArtifact, useRemoveBucket } from './library.queries.ts';
import { LibrarySearch } from './library.search.ts';
import { LibraryTile, type TileAction } from './library-tile.tsx';
import { UploadArea } from './upload-area.tsx';

type Open = { kind: 'form'; artifact?: Artifact } | { kind: 'move'; artifact: Artifact } | { kind: 'bucket'; bucket?: Bucket };

/** The administrators' pictures and files (screens 7.1). */
export const CreativesPage = () => <Library isAdmin />;
/** One's own and shared attachments (screens 7.3). */
export const LibraryPage = () => <Library isAdmin={false} />;

function Library({ isAdmin }: { isAdmin: boolean }) {
  const say = useWords(fileWords.library);
  const sayArtifact = useWords(fileWords.artifact);
  const { search, change } = useAddressState(LibrarySearch);
  const [open, setOpen] = useState<Open>();
  const [mayCreateHere, mayDelete] = [useCan(['CREATIVES.CREATE']), useCan(['CREATIVES.DELETE'])];
  const mayKeepOwn = useCan(['CHAT.HANDLE']);
  const remove = useRemoveArtifact();
  const move = useMoveArtifact();
  const removeBucket = useRemoveBucket();
  const visibility = isAdmin ? 'public' : search.tab;
  const types = isAdmin ? artifactTypes.filter((type) => fileArtifacts[type]) : artifactTypes;
  const kinds = search.type === '' ? (isAdmin ? types : []) : [search.type];
  const filter = { visibility, desc: search.text, kinds, adminView: isAdmin, unused: search.unused, perPage: artifactPage } as const;
  const buckets = useQuery({ ...bucketsQuery(filter), enabled: search.bucket !== '' });
  const bucket = buckets.data?.find(({ id }) => id === search.bucket);
  const mayCreate = mayCreateHere || (!isAdmin && mayKeepOwn);
  const isShared = isAdmin || search.tab === 'public';

  const handleAct = async (artifact: Artifact, action: TileAction) => {
    if (action === 'edit') return setOpen({ kind: 'form', artifact });
    if (action === 'move') return setOpen({ kind: 'move', artifact });
    if (action === 'takeOut') return move.mutate({ artifactId: artifact._id, bucketId: '' }, { onError: tellFailure });
    if (!(await confirmBin('delete', artifact.data.name))) return;
    remove.mutate(artifact._id, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')), onError: tellFailure });
  };
  const handleRemoveBucket = async ({ id, name }: Bucket) => {
    if (!(await confirmDelete('delete', name))) return;
    removeBucket.mutate(id, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')), onError: tellFailure });
  };
  const list = (bucketId: string) => (
    <ArtifactList filter={{ ...filter, bucketId }}>
      {(artifact) => <LibraryTile artifact={artifact} mayDelete={mayDelete} onAct={(action) => void handleAct(artifact, action)} />}
    </ArtifactList>
  );

  return (
    <div>
      <PageHeader
        title={say(isAdmin ? 'creatives' : 'library')}
        subtitle={say(isAdmin ? 'creativesHint' : 'libraryHint')}
        actions={
          mayCreate ? (
            <Group gap="xs">
              <Button variant="default" leftSection={<IconFolderPlus size={16} aria-hidden />} onClick={() => setOpen({ kind: 'bucket' })}>
                {say('newBucket')}
              </Button>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ kind: 'form' })}>
                {say('add')}
              </Button>
            </Group>
          ) : null
        }
      />
      {isAdmin ? null : (
        <Tabs value={search.tab} onChange={(tab) => change({ tab: tab === 'private' ? 'private' : 'public', bucket: '' })}>
          <Tabs.List>
            <Tabs.Tab value="public">{sayArtifact('public')}</Tabs.Tab>
            <Tabs.Tab value="private">{sayArtifact('private')}</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      )}
      <div className={artifactClasses.bar}>
        <SegmentedControl
          aria-label={sayArtifact('view')}
          value={search.view}
          onChange={(view) => change({ view: view === 'BUCKET' ? 'BUCKET' : 'ALL', bucket: '' })}
          data={[
            { value: 'ALL', label: sayArtifact('all') },
            { value: 'BUCKET', label: sayArtifact('bucket') },
          ]}
        />
        <SearchBox
          className={artifactClasses.search ?? ''}
          aria-label={sayArtifact('search')}
          placeholder={sayArtifact('search')}
          maxLength={120}
          value={search.text}
          onSearch={(text) => change({ text }, { isReplacing: true })}
        />
        <FilterSelect
          label={say('type')}
          isLabelHidden
          all={say('allTypes')}
          value={search.type}
          data={types.map((type) => ({ value: type, label: sayArtifact(type) }))}
          onChange={(type) => change({ type })}
        />
        {isAdmin ? (
          <Switch label={say('unused')} checked={search.unused} onChange={(event) => change({ unused: event.currentTarget.checked })} />
        ) : null}
      </div>
      {mayCreate ? <UploadArea isAdmin={isAdmin} isPublic={isShared} bucketId={search.view === 'BUCKET' ? search.bucket : ''} /> : null}
      <section aria-label={sayArtifact('title')} style={{ marginBlockStart: 16 }}>
        {search.view === 'ALL' ? list('') : null}
        {search.view === 'BUCKET' && search.bucket === '' ? (
          <BucketList
            filter={filter}
            onOpen={({ id }) => change({ bucket: id })}
            actions={(one) =>
              one.mayEdit ? (
                <div className={classes.bucketActions}>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={say('editOf', { name: one.name })}
                    onClick={() => setOpen({ kind: 'bucket', bucket: one })}
                  >
                    {say('edit')}
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="red"
                    aria-label={say('deleteOf', { name: one.name })}
                    onClick={() => void handleRemoveBucket(one)}
                  >
                    {say('delete')}
                  </Button>
                </div>
              ) : null
            }
          />
        ) : null}
        {search.view === 'BUCKET' && search.bucket !== '' ? (
          <>
            <Group mb="sm" gap="xs">
              <Button
                variant="subtle"
                size="xs"
                leftSection={<IconArrowLeft size={14} aria-hidden />}
                onClick={() => change({ bucket: '' })}
              >
                {sayArtifact('backToBucket')}
              </Button>
              <Text fw={550}>{bucket?.name}</Text>
            </Group>
            {list(search.bucket)}
          </>
        ) : null}
      </section>
      {open?.kind === 'form' ? (
        <ArtifactForm artifact={open.artifact} isAdmin={isAdmin} isShared={isShared} onClose={() => setOpen(undefined)} />
      ) : null}
      {open?.kind === 'move' ? <MoveDialog artifact={open.artifact} onClose={() => setOpen(undefined)} /> : null}
      {open?.kind === 'bucket' ? <BucketForm bucket={open.bucket} isShared={isShared} onClose={() => setOpen(undefined)} /> : null}
    </div>
  );
}
