/// Speaks FTP, and the FSP extension of it, to one server: where it is, who we are, whether it is who it
/// says, and what it is asked.
@NullMarked
package org.fastsend.client.ftp;

import org.jspecify.annotations.NullMarked;
