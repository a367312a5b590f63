/** RFC 7644, 3.12: a refusal as SCIM says it. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: string | undefined;
  constructor(
    status: number,
    detail: string,
    scimType?: 'invalidFilter' | 'invalidValue' | 'invalidSyntax' | 'invalidPath' | 'uniqueness' | 'mutability',
  ) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const noSuch = () => new ScimError(404, 'There is no such resource.');
export const taken = (what: string) => new ScimError(409, `${what} is taken.`, 'uniqueness');
export const unfit = (detail: string) => new ScimError(400, detail, 'invalidValue');
