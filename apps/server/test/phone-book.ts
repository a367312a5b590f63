import {
  type AttributeSave,
  endpoints,
  type InputFieldDefinition,
  type ParsedCsv,
  type UploadErrorRow,
  type UploadRecord,
} from '@parley/contract';
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { upload } from './upload.ts';

const { attributes, imports, phoneBook } = endpoints;

type Submit = {
  replace?: boolean;
  groupId?: string;
  segmentId?: string;
  country?: string;
  leaveOutInvalid?: boolean;
  dateOrder?: '' | 'day' | 'month';
  mappingName?: string;
  headerMapping?: { src: string; des: string }[];
};
export type Listed = {
  id: string;
  name: string;
  phoneNumber: string;
  details: { value: string }[];
  groups: { name: string }[];
  tags: { name: string }[];
};

/** The common steps of tests of the phone book, as people do them: over HTTP. */
export function createPhoneBook({ as }: Pick<TestApp, 'as'>) {
  const at = (path: string, uploadId: string) => path.replace(':uploadId', uploadId);

  const sendFile = async (user: TestUser, content: string | Buffer, name = 'customers.csv') =>
    as(user).post(imports.uploadFile.path, ...upload(name, content));

  async function parse(user: TestUser, content: string | Buffer, name = 'customers.csv'): Promise<ParsedCsv> {
    const sent = (await sendFile(user, content, name)).json();
    expect(sent).toMatchObject({ status: true });
    const { url } = sent.response;
    return (await as(user).post(imports.submit.path, { file: { name, path: url, source: 'URL' } })).json().data;
  }

  const getUpload = async (user: TestUser, uploadId: string): Promise<UploadRecord> =>
    (await as(user).get(at(imports.get.path, uploadId))).json().data.customerCSV;

  /** Waits until nothing is under way any more. */
  const settled = (user: TestUser, uploadId: string): Promise<UploadRecord> =>
    vi.waitFor(
      async () => {
        const record = await getUpload(user, uploadId);
        if (['queued', 'running', 'undoing'].includes(record.phase)) throw new Error(`The upload is ${record.phase}`);
        return record;
      },
      { interval: 20 },
    );

  async function submit(user: TestUser, parsed: ParsedCsv, { groupId = '', ...more }: Submit = {}) {
    return as(user).post(imports.submit.path, {
      uploadId: parsed.uploadId,
      headerMapping: parsed.proposal,
      group: groupId !== '',
      groupId,
      ...more,
    });
  }

  /** A whole import, from the file to its end. */
  async function importCsv(user: TestUser, content: string | Buffer, options: Submit = {}): Promise<UploadRecord> {
    const parsed = await parse(user, content);
    const answer = await submit(user, parsed, options);
    expect(answer.json()).toMatchObject({ status: true });
    return settled(user, parsed.uploadId);
  }

  const listErrors = async (user: TestUser, uploadId: string, query = ''): Promise<UploadErrorRow[]> =>
    (await as(user).get(`${at(imports.errors.path, uploadId)}?${query}`)).json().data.customers.customers;

  /** Line numbers with what is wrong with each. */
  const faults = async (user: TestUser, uploadId: string) =>
    (await listErrors(user, uploadId, 'perPage=-1')).map(({ lineNumber, errors }) => [lineNumber, ...errors.map(({ message }) => message)]);

  const page = async (user: TestUser, query = ''): Promise<{ customers: Listed[]; headers: string[]; hasMore: boolean }> =>
    (await as(user).get(`${phoneBook.list.path}?${query}`)).json().data.customers;

  /** Names and numbers of the phone book, newest first. */
  const people = async (user: TestUser, query = 'perPage=-1') =>
    (await page(user, query)).customers.map(({ name, phoneNumber }) => [name, phoneNumber]);

  async function makeAttribute(user: TestUser, fieldName: string, changes: Partial<AttributeSave> = {}): Promise<InputFieldDefinition> {
    const definition = {
      fieldName,
      fieldLabel: fieldName,
      fieldHelptext: fieldName,
      mandatory: false,
      fieldType: 'text',
      inputType: 'alphanumeric',
      ...changes,
    };
    return (await as(user).post(attributes.save.path, definition)).json().data.inputFieldDefinition;
  }

  const makeGroup = async (user: TestUser, name: string): Promise<string> =>
    (await as(user).post(phoneBook.saveGroup.path, { name })).json().data.group.id;
  const makeLabel = async (user: TestUser, name: string): Promise<string> =>
    (await as(user).post(phoneBook.saveLabel.path, { name })).json().data.tag.id;
  const groupCounts = async (user: TestUser) =>
    (await as(user).get(phoneBook.listGroups.path)).json().data.groups.map((set: { name: string; count: number }) => [set.name, set.count]);

  const saveCustomer = (user: TestUser, customer: object) => as(user).post(phoneBook.save.path, customer);
  const makeCustomer = async (user: TestUser, customer: { name: string; phoneNumber: string; [field: string]: unknown }) =>
    (await saveCustomer(user, customer)).json().data.customer;
  const getCustomer = async (user: TestUser, id: string) =>
    (await as(user).get(phoneBook.get.path.replace(':customerId', id))).json().data.customer;

  return {
    at,
    sendFile,
    parse,
    submit,
    settled,
    getUpload,
    importCsv,
    listErrors,
    faults,
    page,
    people,
    makeAttribute,
    makeGroup,
    makeLabel,
    groupCounts,
    saveCustomer,
    makeCustomer,
    getCustomer,
  };
}
