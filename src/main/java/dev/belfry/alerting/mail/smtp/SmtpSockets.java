package dev.belfry.alerting.mail.smtp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the sockets of one connection and keeps them, so that another thread can end it. The
 * library would wait longer than an attempt may take for a server that answers slowly.
 */
final class SmtpSockets {
  private final SSLSocketFactory tls;
  private volatile @Nullable Socket socket;
  private volatile boolean ended;

  SmtpSockets(SSLSocketFactory tls) {
    this.tls = tls;
  }

  /** Ends the connection at once; safe for every thread. */
  void end() {
    ended = true;
    Socket open = socket;
    if (open != null) {
      try {
        open.close();
      } catch (IOException gone) {
        // The socket is closed either way.
      }
    }
  }

  private Socket open() throws IOException {
    Socket made = new Socket();
    made.setTcpNoDelay(true);
    socket = made;
    // Checked last: a thread that ends the connection from here on finds the socket.
    if (ended) {
      made.close();
      throw new IOException("ended");
    }
    return made;
  }

  /** Makes unconnected sockets, the only kind that the library uses. */
  SocketFactory plain() {
    return new SocketFactory() {
      @Override
      public Socket createSocket() throws IOException {
        return open();
      }

      @Override
      public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
      }
    };
  }

  /** The same with TLS. */
  SSLSocketFactory secure() {
    return new SSLSocketFactory() {
      @Override
      public Socket createSocket() throws IOException {
        return open();
      }

      @Override
      public Socket createSocket(Socket below, String host, int port, boolean close)
          throws IOException {
        return tls.createSocket(below, host, port, close);
      }

      @Override
      public String[] getDefaultCipherSuites() {
        return tls.getDefaultCipherSuites();
      }

      @Override
      public String[] getSupportedCipherSuites() {
        return tls.getSupportedCipherSuites();
      }

      @Override
      public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
      }
    };
  }
}
