/** Explains what happens with the address of a picture. The API returns the address unchanged. */
export const OUR_COPY =
  'Pages show a small copy of it, made within moments. It must be a PNG, JPEG, WebP or GIF of at most 2 MiB at a public ' +
  'address; redirects are not followed. Send the address again to refresh the copy.'
