/// Who may log in: the users file, Argon2id password hashes, and the server's own certificate.
@NullMarked
package org.fastsend.server.auth;

import org.jspecify.annotations.NullMarked;
