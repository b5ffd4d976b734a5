/// Real FTP clients against the server: what people already have must simply work.
@NullMarked
package org.fastsend.it.ftp;

import org.jspecify.annotations.NullMarked;
