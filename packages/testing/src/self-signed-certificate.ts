import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** ASN.1 tags (ITU-T X.690). */
const tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8String: 0x0c,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
  version: 0xa0,
  extensions: 0xa3,
  /** In a subject alternative name. */
  dnsName: 0x82,
};

const oid = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  basicConstraints: '551d13',
  subjectAltName: '551d11',
};

function der(type: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const header = length < 0x80 ? [type, length] : [type, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), content]);
}

const identifier = (hex: string) => der(tag.oid, Buffer.from(hex, 'hex'));

function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);
  return der(tag.utcTime, Buffer.from(`${digits}Z`));
}

function extension(id: string, value: Buffer): Buffer {
  return der(tag.sequence, identifier(id), der(tag.octetString, der(tag.sequence, value)));
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** An X.509 certificate for a host, signed with its own key and valid from yesterday until tomorrow. */
export function selfSignedCertificate(hostname: string): { certificate: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(tag.sequence, identifier(oid.ecdsaWithSha256));
  const commonName = der(
    tag.sequence,
    identifier(oid.commonName),
    der(tag.utf8String, Buffer.from('Stockbook test')),
  );
  const name = der(tag.sequence, der(tag.set, commonName));
  const dayMs = 86_400_000;
  const validity = [new Date(Date.now() - dayMs), new Date(Date.now() + dayMs)].map(utcTime);
  const body = der(
    tag.sequence,
    der(tag.version, der(tag.integer, Buffer.from([2]))),
    der(tag.integer, Buffer.from([1]), randomBytes(8)),
    algorithm,
    name,
    der(tag.sequence, ...validity),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      tag.extensions,
      der(
        tag.sequence,
        extension(oid.basicConstraints, der(tag.boolean, Buffer.from([0xff]))),
        extension(oid.subjectAltName, der(tag.dnsName, Buffer.from(hostname))),
      ),
    ),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  return {
    certificate: pem('CERTIFICATE', der(tag.sequence, body, algorithm, der(tag.bitString, signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
